import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { loadBrowserPush } from '../../features/automation/notifications/index.ts';
import { PendingBoardToasts } from '../../features/boards/pairing/index.ts';
import { OfferToasts } from '../../features/dashboards/sharing/index.ts';
import { followAccount, profileQuery } from '../../features/people/accounts/index.ts';
import { ServerBanner } from '../../features/people/server-status/index.ts';
import { createLiveCache } from '../../features/telemetry/live/index.ts';
import { logOut } from '../../lib/api/log-out.ts';
import { useConfig } from '../../lib/api/public-config.ts';
import {
  currentLoginSession,
  endSession,
  getSession,
  type Session,
  startSession,
  usePageOwner,
  useSession,
} from '../../lib/api/session.ts';
import { thisBrowser } from '../../lib/browser/push-contact.ts';
import { hasUnsavedChanges, whenSaved } from '../../lib/browser/unsaved-changes.ts';
import { applyDisplaySettings, useDisplaySettings } from '../../lib/format/display-settings.ts';
import { ownZone } from '../../lib/format/time-zones.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { startLive, useLiveState } from '../../lib/live/live-client.ts';
import { Fetched } from '../../ui/overlays/fetched.tsx';
import { useAppearance } from '../../ui/shell/appearance.ts';
import { Credit } from '../../ui/shell/brand.tsx';
import { ShellFrame } from '../../ui/shell/shell-frame.tsx';
import { useSideMenu } from '../../ui/shell/use-side-menu.ts';
import { accountCache } from '../session/account-cache.ts';
import { LeaveGuard, leaveDialog } from '../session/leave-guard.tsx';
import { MailedFor } from '../session/mailed-for.tsx';
import { ProofHost } from '../session/proof-host.tsx';
import { SessionEnded } from '../session/session-ended.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { SideMenuContent } from './side-menu-content.tsx';
import { TopBar } from './top-bar.tsx';
import { useLastValues } from './use-last-values.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/**
 * The layout of every signed-in page. A change of account builds it again, so that nothing of the one before remains; a session
 * that ends and continues leaves it as it is.
 */
export function AppShell() {
  const owner = usePageOwner();
  if (!owner) return null;
  const loginSession = currentLoginSession();
  return (
    <QueryClientProvider client={accountCache(loginSession)}>
      <Shell key={loginSession} session={owner} />
    </QueryClientProvider>
  );
}

function Shell({ session }: { session: Session }) {
  const { pathname } = useLocation();
  const { menuMode } = useAppearance();
  const config = useConfig();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useEffect(() => {
    // Left open by a step back to full screen, it would be there again after it.
    if (pathname === '/kiosk') setPaletteOpen(false);
  }, [pathname]);
  const [isLeaving, setLeaving] = useState(false);
  const sideMenu = useSideMenu(menuMode, pathname);
  useLiveConnection();
  const storedAt = useLastValues(session.userId, useLiveState());
  const instants = useInstantsAsInProfile();
  usePushRenewal();
  const stay = () => setLeaving(false);
  const leave = () => (hasUnsavedChanges() ? setLeaving(true) : logOut());
  // A full-screen dashboard has nothing around it, and shows when its connection or session is lost.
  if (pathname === '/kiosk') return <Outlet key={instants} />;
  return (
    <>
      <ShellFrame
        sideMenu={sideMenu}
        topBar={<TopBar sideMenu={sideMenu} session={session} onFind={() => setPaletteOpen(true)} onLogout={leave} />}
        menu={<SideMenuContent member={session.member} />}
        footer={<Credit team={config.data?.team} />}
      >
        {session.member === 'admin' && <ServerBanner />}
        {/* The page where they are changed follows them by itself, and keeps its other forms. */}
        <Outlet key={pathname === '/profile' ? pathname : instants} />
      </ShellFrame>
      <ConnectionNotice storedAt={storedAt} />
      <LeaveGuard />
      <ProofHost />
      <SessionEnded />
      <PendingBoardToasts onList={pathname === '/device'} />
      <MailedFor email={session.userId} onLogout={leave} />
      <OfferToasts onList={pathname === '/device'} />
      {paletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette member={session.member} onClose={() => setPaletteOpen(false)} onLogout={leave} />
        </Suspense>
      )}
      {isLeaving && <Fetched part={leaveDialog} isOpen onMissing={stay} props={{ onStay: stay, onLeave: logOut }} />}
    </>
  );
}

/** Keeps the page live with the token of the session; a new token fetches again what the time without one has missed. */
function useLiveConnection() {
  const client = useQueryClient();
  const token = useSession()?.accessToken;
  const tokenRef = useRef(token);
  useEffect(() => {
    if (!token) return;
    if (token !== tokenRef.current) void client.invalidateQueries();
    tokenRef.current = token;
    const onEnded = () => token === getSession()?.accessToken && endSession('expired');
    return startLive({ token, cache: createLiveCache(client), onEnded });
  }, [token, client]);
}

/** Browsers replace their subscription to messages now and then, and notify nobody. */
function usePushRenewal() {
  useEffect(() => {
    if (thisBrowser() !== null) void loadBrowserPush().then(({ renewPush }) => renewPush());
  }, []);
}

/** Applies the profile's time zone and date format; the key changes with them, so that every instant is written again. */
function useInstantsAsInProfile(): string {
  const client = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  useEffect(() => {
    if (!profile) return;
    // They were changed in another tab, and draw the page again: what is typed in this one comes first.
    const callOff = whenSaved(() => {
      applyDisplaySettings(profile);
      void followAccount(profile).then(
        (changed) => changed && client.setQueryData(profileQuery.queryKey, changed),
        // The next visit tries again.
        () => undefined,
      );
    });
    const session = getSession();
    // The address may have been confirmed in another browser, and an administrator may have changed the rights.
    const { email: userId, member } = profile;
    if (session && (session.userId !== userId || session.member !== member))
      startSession({ ...session, userId, member });
    return callOff;
  }, [profile, client]);
  const { timeZone, dateFormat } = useDisplaySettings();
  return `${timeZone ?? ownZone()} ${dateFormat}`;
}
