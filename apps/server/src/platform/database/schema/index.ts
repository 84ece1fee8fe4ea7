export * from './accounts.ts';
export * from './devices.ts';
export * from './server.ts';
