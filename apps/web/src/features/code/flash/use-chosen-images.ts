import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { type ChosenImage, offsetText } from './loader/flash-plan.ts';
import { ImageProblem, maxImageBytes, readImageHeader } from './loader/image-header.ts';

/** The files that were chosen, in that order, and the message about those that were not taken. */
export function useChosenImages() {
  const [images, setImages] = useState<readonly ChosenImage[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const idRef = useRef(0);

  const add = async (files: readonly File[]) => {
    const refused: string[] = [];
    const taken: ChosenImage[] = [];
    for (const file of files) {
      try {
        taken.push(await readFile(file, ++idRef.current));
      } catch (error) {
        refused.push(`${file.name}: ${problemOf(error)}`);
      }
    }
    setRefusals(refused);
    // A file that was built again takes the place of the older one.
    setImages((before) => [
      ...before.filter(({ fileName }) => !taken.some((one) => one.fileName === fileName)),
      ...taken,
    ]);
  };
  return {
    images,
    refusals,
    add,
    setOffset: (id: number, text: string) =>
      setImages((before) => before.map((image) => (image.id === id ? { ...image, offsetText: text } : image))),
    remove: (id: number) => setImages((before) => before.filter((image) => image.id !== id)),
  };
}

async function readFile(file: File, id: number): Promise<ChosenImage> {
  // Before it is read: a wrong choice may be larger than the memory.
  if (file.size > maxImageBytes) throw new ImageProblem(t`The file is larger than 16 MB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const facts = readImageHeader(bytes);
  return { id, fileName: file.name, bytes, facts, offsetText: facts.offset === null ? '' : offsetText(facts.offset) };
}

const problemOf = (error: unknown): string =>
  error instanceof ImageProblem ? error.message : t`File not readable. Choose it again.`;
