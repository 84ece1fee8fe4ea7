import type { ChatService, ChatTest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { testChat } from './notification-calls.ts';
import { resultText } from './result-text.ts';
import { chats } from './services.ts';
import { SetUpLink, SetUpSteps } from './set-up-steps.tsx';
import './notifications.css';

/** For administrators: whether the server's settings for LINE and Telegram work, checked with the services themselves. */
export function ChatSettingsSection() {
  return (
    <SectionCard
      id="chats"
      title={t`LINE and Telegram`}
      description={t`Checks the settings of this server with the service. Nobody gets a message.`}
    >
      <RowList label={t`LINE and Telegram`}>
        {(Object.keys(chats) as ChatService[]).map((service) => (
          <ServiceRow key={service} service={service} />
        ))}
      </RowList>
    </SectionCard>
  );
}

function ServiceRow({ service }: { service: ChatService }) {
  const { label, icon } = chats[service];
  const [result, setResult] = useState<ChatTest>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setResult(await testChat(service));
    } catch (error) {
      setResult(undefined);
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row
      icon={icon}
      title={result?.name ? `${label} · ${result.name}` : label}
      badge={result && <Outcome result={result} />}
      detail={
        <div className="chat-test" role="status">
          {failure && <FormNote kind="error">{failure}</FormNote>}
          {result && <Results result={result} />}
        </div>
      }
      actions={
        <Button size="small" busy={busy} aria-label={t`Test ${label}`} onClick={() => void test()}>
          {t`Test`}
        </Button>
      }
    />
  );
}

function Outcome({ result: { configured, results } }: { result: ChatTest }) {
  if (!configured) return <Badge>{t`Not set up`}</Badge>;
  return results.every(({ ok }) => ok) ? (
    <Badge tone="success">{t`Works`}</Badge>
  ) : (
    <Badge tone="danger">{t`Does not work`}</Badge>
  );
}

/** What was found; how it is set up where it is not, and where that is described where it does not work. */
function Results({ result: { service, configured, results } }: { result: ChatTest }) {
  const works = configured && results.every(({ ok }) => ok);
  return (
    <>
      {results.map(({ ok, text }) => (
        <p key={text} className={ok ? 'chat-test-line' : 'chat-test-line chat-test-wrong'}>
          <Icon of={ok ? IconCircleCheck : IconCircleX} />
          <span>{resultText(text)}</span>
        </p>
      ))}
      {!configured && <SetUpSteps service={service} />}
      {configured && !works && <SetUpLink service={service} />}
    </>
  );
}
