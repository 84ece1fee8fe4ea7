export { HomeName } from './home-name.ts';
