import type { ChatService } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { chats } from './services.ts';
import './notifications.css';

/** What an administrator clicks at a chat service and sets on the server. */
export function SetUpSteps({ service }: { service: ChatService }) {
  return (
    <>
      <ol className="chat-steps">
        {chats[service].texts().setUp.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SetUpLink service={service} />
    </>
  );
}

/** The page of the documentation that describes it step by step. */
export function SetUpLink({ service }: { service: ChatService }) {
  const { label, docs } = chats[service];
  return (
    <p>
      <a className="link" href={docs} target="_blank" rel="noreferrer">
        {t`How to set up ${label}`}
      </a>
    </p>
  );
}
