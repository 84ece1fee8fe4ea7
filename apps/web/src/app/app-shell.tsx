import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PendingBoardToasts } from '../features/devices/pending-board-toasts.tsx';
import { api, noAnswer } from '../lib/api-client.ts';
import { applyDisplaySettings, useDisplaySettings } from '../lib/display-settings.ts';
import { startLive } from '../lib/live-client.ts';
import { profileQuery } from '../lib/profile-query.ts';
import { useConfig } from '../lib/public-config.ts';
import { endSession, type Session, useSession } from '../lib/session.ts';
import { useAppearance } from '../ui/shell/appearance.ts';
import { Credit } from '../ui/shell/brand.tsx';
import { ShellFrame } from '../ui/shell/shell-frame.tsx';
import { useSideMenu } from '../ui/shell/use-side-menu.ts';
import { accountCache } from './account-cache.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { SideMenuContent } from './side-menu-content.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcut } from './use-shortcut.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** The layout of every signed-in page. A change of account builds it anew, so that nothing of the one before remains. */
export function AppShell() {
  const session = useSession();
  if (!session) return null;
  return (
    <QueryClientProvider client={accountCache(session.accessToken)}>
      <Shell key={session.accessToken} session={session} />
    </QueryClientProvider>
  );
}

function Shell({ session }: { session: Session }) {
  const { pathname } = useLocation();
  const { menuMode } = useAppearance();
  const config = useConfig();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const sideMenu = useSideMenu(menuMode, pathname);
  useLiveConnection(session.accessToken);
  const instants = useInstantsAsInProfile();
  useShortcut('k', () => setPaletteOpen(true));
  return (
    <>
      <ShellFrame
        sideMenu={sideMenu}
        topBar={<TopBar sideMenu={sideMenu} session={session} onFind={() => setPaletteOpen(true)} onLogout={logOut} />}
        menu={<SideMenuContent member={session.member} />}
        footer={<Credit team={config.data?.team ?? 'Cyno contributors'} />}
      >
        <Outlet key={instants} />
      </ShellFrame>
      <ConnectionNotice />
      <PendingBoardToasts onList={pathname === '/device'} />
      {paletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette member={session.member} onClose={() => setPaletteOpen(false)} onLogout={logOut} />
        </Suspense>
      )}
    </>
  );
}

function useLiveConnection(token: string) {
  const client = useQueryClient();
  useEffect(() => startLive({ token, client, onEnded: () => endSession('expired') }), [token, client]);
}

/** Applies the profile's time zone and date format; the key changes with them, so that every instant is written anew. */
function useInstantsAsInProfile(): string {
  const { data: profile } = useQuery(profileQuery);
  useEffect(() => {
    if (profile) applyDisplaySettings(profile);
  }, [profile]);
  const { timeZone, dateFormat } = useDisplaySettings();
  return `${timeZone} ${dateFormat}`;
}

/** Logs out here at once; the server hears of it, but nobody waits for it. */
function logOut() {
  api.post('/api/auth/logout', undefined, noAnswer).catch(() => {
    // The token is forgotten here in any case and runs out by itself.
  });
  endSession('logout');
}
