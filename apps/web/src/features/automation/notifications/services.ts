import type { Contact, ContactTarget } from '@cyno/contract';
import {
  IconBell,
  IconBrandDiscord,
  IconBrandGoogle,
  IconBrandSlack,
  IconBrandTeams,
  IconDeviceMobile,
  IconMail,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Icon } from '../../../ui/graphics/icon.tsx';

type IconOf = ComponentProps<typeof Icon>['of'];

interface Service {
  readonly label: string;
  readonly icon: IconOf;
  readonly addressLabel: string;
  readonly placeholder: string;
  /** Where the address is found. */
  readonly help: string;
  readonly token: 'none' | 'optional' | 'required';
}

/** The services that can be added, as their form describes them. */
export const services: Record<ContactTarget['kind'], Service> = {
  discord: {
    label: 'Discord',
    icon: IconBrandDiscord,
    addressLabel: 'Webhook URL',
    placeholder: 'https://discord.com/api/webhooks/…',
    help: 'In Discord: Edit channel → Integrations → Webhooks → New webhook → Copy webhook URL.',
    token: 'none',
  },
  slack: {
    label: 'Slack',
    icon: IconBrandSlack,
    addressLabel: 'Webhook URL',
    placeholder: 'https://hooks.slack.com/services/…',
    help: 'At api.slack.com/apps: your app → Incoming webhooks → Add new webhook.',
    token: 'none',
  },
  teams: {
    label: 'Microsoft Teams',
    icon: IconBrandTeams,
    addressLabel: 'Workflow URL',
    placeholder: 'https://….logic.azure.com/workflows/…',
    help: 'In Teams: channel → Workflows → “Post to a channel when a webhook request is received”.',
    token: 'none',
  },
  'google-chat': {
    label: 'Google Chat',
    icon: IconBrandGoogle,
    addressLabel: 'Webhook URL',
    placeholder: 'https://chat.googleapis.com/v1/spaces/…',
    help: 'In Google Chat: space → Apps & integrations → Webhooks → Add webhook.',
    token: 'none',
  },
  ntfy: {
    label: 'ntfy',
    icon: IconDeviceMobile,
    addressLabel: 'Topic address',
    placeholder: 'https://ntfy.sh/my-topic',
    help: 'Anyone who knows the name of an open topic can read it: choose one that nobody guesses.',
    token: 'optional',
  },
  gotify: {
    label: 'Gotify',
    icon: IconBell,
    addressLabel: 'Server address',
    placeholder: 'https://gotify.example.com',
    help: 'The token is that of an application: Gotify → Apps → Create application.',
    token: 'required',
  },
  webhook: {
    label: 'Webhook of your own',
    icon: IconWebhook,
    addressLabel: 'Address',
    placeholder: 'https://example.com/cyno',
    help: 'Gets signed JSON. The next step shows the secret that verifies it.',
    token: 'none',
  },
};

export const iconOf = ({ kind }: Pick<Contact, 'kind'>): IconOf => (kind === 'email' ? IconMail : services[kind].icon);
export const kindLabel = ({ kind }: Pick<Contact, 'kind'>): string =>
  kind === 'email' ? 'E-mail' : services[kind].label;
