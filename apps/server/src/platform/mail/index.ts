export { layOut, type Paragraph } from './layout.ts';
export { createMailer, type Mail, type Mailer } from './mailer.ts';
