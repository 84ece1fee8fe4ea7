import { loadChatSettings } from '../../features/automation/notifications/index.ts';
import { loadServerPage } from '../../features/people/server-status/index.ts';

/** The page of the server, with sections of the wings above it. */
export async function loadSystemPage() {
  const [{ ServerPage }, { ChatSettingsSection }] = await Promise.all([loadServerPage(), loadChatSettings()]);
  return {
    element: (
      <ServerPage>
        <ChatSettingsSection />
      </ServerPage>
    ),
  };
}
