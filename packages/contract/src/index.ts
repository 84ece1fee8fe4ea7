import './content-security.ts';

export * from './accounts.ts';
export * from './admin.ts';
export * from './admin-logs.ts';
export * from './billing.ts';
export * from './control.ts';
export * from './devices.ts';
export * from './errors.ts';
export * from './identities.ts';
export * from './live.ts';
export * from './pairing.ts';
export * from './password.ts';
export * from './profile.ts';
export * from './public-config.ts';
export * from './second-step.ts';
export * from './sketches.ts';
export * from './telemetry.ts';
export * from './virtual-board.ts';
