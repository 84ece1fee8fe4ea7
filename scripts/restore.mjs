// Puts a backup in the place of the data; it is a command of scripts/backup.mjs.
process.argv.splice(2, 0, 'restore');
await import('./backup.mjs');
