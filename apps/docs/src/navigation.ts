import type { SectionName } from './languages.ts';

/** The order of the pages: each is a file of `content/` without `.md`, in other languages below `content/<language>/`. `index` is the front page, above all sections. */
export const sections: readonly { name: SectionName; pages: readonly string[] }[] = [
  {
    name: 'start',
    pages: ['start/install', 'start/first-account', 'start/without-a-board'],
  },
  {
    name: 'boards',
    pages: [
      'boards/connect',
      'boards/arduino-ide',
      'boards/platformio',
      'boards/flash',
      'boards/host-and-network',
      'boards/pairing',
      'boards/troubleshooting',
    ],
  },
  {
    name: 'using',
    pages: [
      'using/all-devices',
      'using/device',
      'using/variables',
      'using/formulas',
      'using/dashboards',
      'using/widgets',
      'using/time-travel',
      'using/sharing',
      'using/links-and-passes',
      'using/automation',
      'using/where-automations-run',
      'using/scenes',
      'using/blueprints',
      'using/alerts',
      'using/notifications',
      'using/chats',
      'using/phone-app',
      'using/push',
      'using/code',
      'using/log-in',
      'using/profile',
      'using/second-step',
      'using/plan',
      'using/administration',
    ],
  },
  {
    name: 'interfaces',
    pages: ['interfaces/mqtt', 'interfaces/mqtt-support', 'interfaces/http-api', 'interfaces/webhooks'],
  },
  {
    name: 'running',
    pages: [
      'running/self-hosting',
      'running/container',
      'running/debian-package',
      'running/kubernetes',
      'running/home-assistant',
      'running/proxy',
      'running/firmware',
      'running/certificates',
      'running/mail',
      'running/log-in-through-others',
      'running/line',
      'running/telegram',
      'running/plans-and-stripe',
      'running/backup',
      'running/upgrade',
      'running/database',
      'running/watching',
      'running/readiness',
      'running/commands',
      'running/configuration',
    ],
  },
  { name: 'trust', pages: ['trust/security', 'trust/privacy'] },
  { name: 'more', pages: ['faq'] },
];

/** Every page in reading order. */
export const pageNames: readonly string[] = ['index', ...sections.flatMap(({ pages }) => pages)];
