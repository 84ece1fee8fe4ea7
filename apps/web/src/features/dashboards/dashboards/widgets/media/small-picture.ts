import { t } from '@lingui/core/macro';

const longestSide = 640;
const smallestSide = 160;
/** What the contract takes, as a data address. */
const longest = 70_000;

/** Makes a picture small enough to be stored in a dashboard, as a `data:` address. Throws an `Error` that describes what is wrong. */
export async function smallPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Error(t`This browser cannot read the picture.`, { cause });
  });
  try {
    for (let side = longestSide; side >= smallestSide; side *= 0.75) {
      const address = drawn(picture, side);
      if (address.length <= longest) return address;
    }
  } finally {
    picture.close();
  }
  throw new Error(t`The picture is too large. Choose a simpler one.`);
}

function drawn(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // Browsers that cannot write WebP write PNG instead.
  return canvas.toDataURL('image/webp', 0.8);
}
