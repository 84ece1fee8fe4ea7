/** The order of the pages: each is a file of `content/` without `.md`. `index` is the front page, above all sections. */
export const sections: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: ['start/install', 'start/first-account', 'start/without-a-board', 'th/start'],
  },
  {
    title: 'Boards',
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
    title: 'Using Cyno',
    pages: [
      'using/all-devices',
      'using/device',
      'using/variables',
      'using/dashboards',
      'using/widgets',
      'using/time-travel',
      'using/sharing',
      'using/links-and-passes',
      'using/automation',
      'using/where-automations-run',
      'using/alerts',
      'using/notifications',
      'using/phone-app',
      'using/code',
      'using/log-in',
      'using/profile',
      'using/second-step',
      'using/plan',
      'using/administration',
    ],
  },
  { title: 'Interfaces', pages: ['interfaces/mqtt', 'interfaces/mqtt-support', 'interfaces/http-api'] },
  {
    title: 'Running your own',
    pages: [
      'running/self-hosting',
      'running/proxy',
      'running/firmware',
      'running/certificates',
      'running/mail',
      'running/log-in-through-others',
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
  { title: 'Trust', pages: ['trust/security', 'trust/privacy'] },
  { title: 'More', pages: ['faq'] },
];

/** Every page in reading order. */
export const pageNames: readonly string[] = ['index', ...sections.flatMap(({ pages }) => pages)];
