export * from './account-data.ts';
export * from './accounts.ts';
export * from './admin.ts';
export * from './billing.ts';
export * from './devices.ts';
export * from './identities.ts';
export * from './second-step.ts';
export * from './server.ts';
