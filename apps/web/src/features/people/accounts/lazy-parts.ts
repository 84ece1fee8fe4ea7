export const loadConfirmEmailPage = () => import('./signup/confirm-email-page.tsx');
export const loadConfirmFailedPage = () => import('./signup/confirm-failed-page.tsx');
export const loadKeepAccountPage = () => import('./deletion/cancel-deletion-page.tsx');
export const loadLoginPage = () => import('./login/login-page.tsx');
export const loadNoticePages = () => import('./notice-pages.tsx');
export const loadResetPasswordPage = () => import('./passwords/reset-password-page.tsx');
