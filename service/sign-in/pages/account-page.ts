import type { Device } from '#contract/device.ts';
import type { OwnSession } from '#service/identity/sessions/session-queries.ts';
import { describeBrowser } from './browser-name.ts';
import { type Html, html } from './html.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';
import type { PageContext } from './page.ts';
import { formatTimeAgo } from './time-ago.ts';

export type AccountPageData = {
  name: string;
  userName: string;
  sessions: readonly OwnSession[];
  devices: readonly Device[];
  hasPassword: boolean;
  formError: 'passwordsDiffer' | 'weakPassword' | 'wrongCurrentPassword' | undefined;
  isPasswordChanged: boolean;
  now: Date;
};

/** Renders the account page, which works without scripts. */
export const renderAccountPage = (
  context: PageContext,
  { name, userName, sessions, devices, hasPassword, formError, isPasswordChanged, now }: AccountPageData,
): { title: string; body: Html } => {
  const { t, basePath } = context;
  return {
    title: t('account'),
    body: html`
${isPasswordChanged && html`<p class="good" role="status">${t('passwordChanged')}</p>`}
<p>${t('signedInAs', { name: `${name} (${userName})` })}</p>
<h2>${t('sessions')}</h2>
<p class="hint">${t('sessionsHint')}</p>
<ul class="list">${sessions.map((session) => renderSession(context, session, now))}</ul>
<form method="post" action="${basePath}/account/sign-out-everywhere"><button class="quiet">${t('signOutEverywhere')}</button></form>
${devices.length > 0 && renderDevices(context, devices, now)}
${hasPassword && renderPasswordForm(context, userName, formError)}`,
  };
};

const renderSession = (
  { t, basePath, language }: PageContext,
  { id, isCurrent, loginProvider, lastSeenAt, ipAddress, userAgent }: OwnSession,
  now: Date,
): Html => {
  const browser = describeBrowser(userAgent, t);
  const details = [
    isCurrent ? t('thisBrowser') : t('lastSeen', { time: formatTimeAgo(lastSeenAt, now, language) }),
    ipAddress,
    ...(loginProvider === null ? [] : [t('by', { provider: loginProvider })]),
  ];
  return html`<li><span><strong>${browser}</strong><br><span class="hint">${details.join(' · ')}</span></span>
<form method="post" action="${basePath}/account/sessions/${id}/end"><button class="quiet" aria-label="${t('signOutOf', { browser: isCurrent ? t('thisBrowser') : browser })}">${t('signOut')}</button></form></li>
`;
};

const renderDevices = (context: PageContext, devices: readonly Device[], now: Date): Html => html`
<h2>${context.t('devices')}</h2>
<p class="hint">${context.t('devicesHint')}</p>
<ul class="list">${devices.map((device) => renderDevice(context, device, now))}</ul>`;

const renderDevice = (
  { t, basePath, language }: PageContext,
  { id, name, lastSeenAt, reportedAt, unsentAnswers, unsentPictures, ipAddress, loginProvider }: Device,
  now: Date,
): Html => {
  const details = [
    t('lastContact', { time: formatTimeAgo(new Date(lastSeenAt), now, language) }),
    ...(loginProvider === null ? [ipAddress] : [ipAddress, t('by', { provider: loginProvider })]),
  ];
  const unsentSummary =
    unsentAnswers + unsentPictures === 0
      ? t('allSent')
      : t('unsent', {
          answers: t('answers', { count: unsentAnswers }),
          pictures: t('pictures', { count: unsentPictures }),
        });
  return html`<li><span><strong>${name}</strong><br><span class="hint">${details.join(' · ')}</span><br>
<span class="hint">${reportedAt === null ? t('notReported') : unsentSummary}</span></span>
<form method="post" action="${basePath}/account/devices/${id}/end"><button class="quiet" aria-label="${t('signOutOf', { browser: name })}">${t('signOut')}</button></form></li>
`;
};

const renderPasswordForm = (
  { t, basePath }: PageContext,
  userName: string,
  formError: AccountPageData['formError'],
) => html`
<h2>${t('changePassword')}</h2>
${formError && html`<p class="bad" role="alert" id="formError">${t(formError)}</p>`}
<form method="post" action="${basePath}/account/password">
<input type="hidden" name="username" value="${userName}" autocomplete="username">
<label for="currentPassword">${t('currentPassword')}</label>
<input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" required>
${renderNewPasswordFields(t)}
<button>${t('save')}</button>
</form>`;
