export { actorPhrase, isAutomation } from './actor-phrase.ts';
export { commandLook, describeWish, formatLevel } from './command-words.ts';
export { controlQuery, takeCommands } from './control-query.ts';
export { loadControlPage } from './lazy-parts.ts';
export { sendCommand, type Wish } from './send-command.ts';
