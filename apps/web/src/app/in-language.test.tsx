import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadLoginPage } from '../features/people/accounts/index.ts';
import { formatAge, formatExact } from '../lib/format/format.ts';
import { chooseLanguage, currentLanguage, startLanguage } from '../lib/language/language.ts';
import { InLanguage } from './in-language.tsx';

const openLoginPage = async () => {
  const { LoginPage } = await loadLoginPage();
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <InLanguage>
        <MemoryRouter>
          <LoginPage />
        </MemoryRouter>
      </InLanguage>
    </QueryClientProvider>,
  );
};

it('the login page changes its language at once, keeps it for the next visit, and changes back', async () => {
  const screen = await openLoginPage();
  await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await screen.getByLabelText('Language').selectOptions('th');
  await expect.element(screen.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'เข้าสู่ระบบ Cyno' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('th');
  await startLanguage();
  expect(currentLanguage()).toBe('th');
  await screen.getByLabelText('ภาษา').selectOptions('en');
  await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});

it('another language leaves what was typed before the login and the way that was chosen, but no password', async () => {
  const screen = await openLoginPage();
  await screen.getByText('Sign up', { exact: true }).click();
  await screen.getByLabelText('E-mail').fill('narin@example.com');
  await screen.getByLabelText('Password').fill('Green-house-77');
  await screen.getByLabelText('Language').selectOptions('th');
  await expect.element(screen.getByRole('heading', { name: 'สมัครใช้งาน Cyno' })).toBeInTheDocument();
  await expect.element(screen.getByRole('textbox', { name: 'อีเมล' })).toHaveValue('narin@example.com');
  await expect.element(screen.getByLabelText('รหัสผ่าน', { exact: true })).toHaveValue('');

  await screen.unmount();
  const later = await openLoginPage();
  await expect.element(later.getByRole('textbox', { name: 'อีเมล' })).toHaveValue('');
});

it('figures and lengths of time follow the language', async () => {
  await chooseLanguage('th');
  expect(formatAge(4 * 60_000)).toBe('4 นาทีที่แล้ว');
  expect(formatAge(3 * 86_400_000)).toBe('3 วันที่แล้ว');
  expect(formatExact(12_345.6)).toBe('12,345.6');
  expect(formatExact(true)).toBe('เปิด');
});
