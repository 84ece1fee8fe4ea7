import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of Debian for architectures, with the number in the header of a program (`e_machine` of ELF: https://gabi.xinuos.com/elf/a-emachine.html). */
const machines = new Map([
  [0x3e, 'amd64'],
  [0xb7, 'arm64'],
]);
const headerBytes = 20;

/** The programs and libraries below a directory, each with the architecture that it runs on; null for one that no Linux of ours can run. */
export async function nativeFilesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found = [];
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const architecture = architectureOf(await headerOf(file));
    if (architecture !== undefined) found.push({ file, architecture });
    // Of another system, such as those that packages bring for macOS and Windows.
    else if (/\.(node|dylib|dll|exe)$/.test(entry.name)) found.push({ file, architecture: null });
  }
  return found;
}

async function headerOf(file) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function architectureOf(header) {
  if (header.length < headerBytes || header.toString('latin1', 0, 4) !== '\x7fELF') return undefined;
  const isLittleEndian = header[5] === 1;
  return (isLittleEndian && machines.get(header.readUInt16LE(18))) || null;
}
