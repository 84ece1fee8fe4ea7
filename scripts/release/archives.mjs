import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { run } from '../bootstrap/run.mjs';

/** Packs the sources of the commit, below a folder of the release's name. */
export async function packSource(file, { name, commit }) {
  const tar = file.replace(/\.gz$/, '');
  await run('git', ['archive', '--format=tar', `--prefix=${name}/`, `--output=${tar}`, commit]);
  return await compress(tar);
}

/** Packs a built tree into an archive beside it. */
export async function packTree(tree, { date }) {
  const tar = `${tree}.tar`;
  await run('tar', [...sameEachTime(date), '-C', dirname(tree), '-cf', tar, basename(tree)]);
  return await compress(tar);
}

/** What GNU tar needs so that two archives of the same files are equal: https://reproducible-builds.org/docs/archives. */
function sameEachTime(date) {
  return [
    '--sort=name',
    `--mtime=${date}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+rw',
    '--format=gnu',
  ];
}

async function compress(tar) {
  const file = `${tar}.gz`;
  // Unlike the program of that name, it writes neither name nor date.
  await pipeline(createReadStream(tar), createGzip({ level: 6 }), createWriteStream(file));
  await rm(tar);
  return file;
}
