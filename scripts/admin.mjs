// Manages accounts on the machine itself; without arguments it says how.
import { spawn } from 'node:child_process';
import { installDependencies } from './bootstrap/dependencies.mjs';
import { requireNode } from './bootstrap/node-version.mjs';
import { root } from './bootstrap/paths.mjs';

requireNode();
const node = await installDependencies();
spawn(node, ['apps/server/src/admin.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).once(
  'exit',
  (code) => process.exit(code ?? 1),
);
