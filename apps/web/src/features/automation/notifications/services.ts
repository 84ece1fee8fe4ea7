import type { ChatService, Contact, ContactTarget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import {
  IconBell,
  IconBellRinging,
  IconBrandDiscord,
  IconBrandGoogle,
  IconBrandLine,
  IconBrandSlack,
  IconBrandTeams,
  IconBrandTelegram,
  IconDeviceMobile,
  IconMail,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { docsPath } from '../../../lib/language/docs-path.ts';
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

/** What is added by an address that somebody types; a browser adds itself. */
export type ServiceKind = Exclude<ContactTarget['kind'], 'push'>;

/** The services that can be added, as their form describes them. */
export const services: Record<ServiceKind, Service> = {
  discord: {
    label: 'Discord',
    icon: IconBrandDiscord,
    get addressLabel() {
      return t`Webhook URL`;
    },
    placeholder: 'https://discord.com/api/webhooks/…',
    get help() {
      return t`In Discord: Edit channel → Integrations → Webhooks → New webhook → Copy webhook URL.`;
    },
    token: 'none',
  },
  slack: {
    label: 'Slack',
    icon: IconBrandSlack,
    get addressLabel() {
      return t`Webhook URL`;
    },
    placeholder: 'https://hooks.slack.com/services/…',
    get help() {
      return t`At api.slack.com/apps: your app → Incoming webhooks → Add new webhook.`;
    },
    token: 'none',
  },
  teams: {
    label: 'Microsoft Teams',
    icon: IconBrandTeams,
    get addressLabel() {
      return t`Workflow URL`;
    },
    placeholder: 'https://….logic.azure.com/workflows/…',
    get help() {
      return t`In Teams: channel → Workflows → “Post to a channel when a webhook request is received”.`;
    },
    token: 'none',
  },
  'google-chat': {
    label: 'Google Chat',
    icon: IconBrandGoogle,
    get addressLabel() {
      return t`Webhook URL`;
    },
    placeholder: 'https://chat.googleapis.com/v1/spaces/…',
    get help() {
      return t`In Google Chat: space → Apps & integrations → Webhooks → Add webhook.`;
    },
    token: 'none',
  },
  ntfy: {
    label: 'ntfy',
    icon: IconDeviceMobile,
    get addressLabel() {
      return t`Topic address`;
    },
    placeholder: 'https://ntfy.sh/my-topic',
    get help() {
      return t`Anyone who knows the name of an open topic can read it. Choose one that is hard to guess.`;
    },
    token: 'optional',
  },
  gotify: {
    label: 'Gotify',
    icon: IconBell,
    get addressLabel() {
      return t`Server address`;
    },
    placeholder: 'https://gotify.example.com',
    get help() {
      return t`The token is that of an application: Gotify → Apps → Create application.`;
    },
    token: 'required',
  },
  webhook: {
    get label() {
      return t`Your own webhook`;
    },
    icon: IconWebhook,
    get addressLabel() {
      return t`Address`;
    },
    placeholder: 'https://example.com/cyno',
    get help() {
      return t`Receives signed JSON. The next step shows the secret to verify it.`;
    },
    token: 'none',
  },
};

interface Chat {
  readonly label: string;
  readonly icon: IconOf;
  /** What an administrator makes at the service, how where the server has none yet, and what is done after the link was opened. */
  readonly texts: () => { bot: string; setUp: readonly string[]; confirm: string };
  /** The page of the documentation that describes it. */
  readonly docs: string;
}

const webhookPath = '/api/chats/line/webhook';

/** Chats, which are connected by a link. */
export const chats: Record<ChatService, Chat> = {
  line: {
    label: 'LINE',
    icon: IconBrandLine,
    texts: () => ({
      bot: t`LINE official account`,
      setUp: [
        t`In LINE Official Account Manager, create an account. Under Settings → Messaging API choose “Enable Messaging API”.`,
        t`In the LINE Developers Console, open its channel. Under “Messaging API” set the webhook URL to the address of this server with ${{ path: webhookPath }} behind it, switch on “Use webhook”, and issue a channel access token.`,
        t`Set LINE_BOT_CHANNEL_SECRET to the channel secret under “Basic settings”, LINE_BOT_CHANNEL_TOKEN to the token, and restart the server. LINE must reach it by https.`,
      ],
      confirm: t`Then send the message written there.`,
    }),
    get docs() {
      return docsPath('running/line/');
    },
  },
  telegram: {
    label: 'Telegram',
    icon: IconBrandTelegram,
    texts: () => ({
      bot: t`Telegram bot`,
      setUp: [
        t`In Telegram, open @BotFather and send /newbot. It asks for a name and a user name, and responds with a token.`,
        t`Set TELEGRAM_BOT_TOKEN to that token, and restart the server.`,
      ],
      confirm: t`Then press Start there.`,
    }),
    get docs() {
      return docsPath('running/telegram/');
    },
  },
};

type Kind = Pick<Contact, 'kind'>;
export const isChat = (kind: string): kind is ChatService => kind in chats;

export function iconOf({ kind }: Kind): IconOf {
  if (kind === 'email') return IconMail;
  if (kind === 'push') return IconBellRinging;
  return isChat(kind) ? chats[kind].icon : services[kind].icon;
}

/** Chats bear the name of a person, who may have one at several services. */
export const contactLabel = ({ kind, name }: { kind: string; name: string }): string =>
  isChat(kind) ? `${name} · ${chats[kind].label}` : name;

export function kindLabel({ kind }: Kind): string {
  if (kind === 'email') return t`E-mail`;
  if (kind === 'push') return t`Browser`;
  return isChat(kind) ? chats[kind].label : services[kind].label;
}
