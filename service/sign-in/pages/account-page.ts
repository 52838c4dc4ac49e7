import type { Device } from '#contract/device.ts';
import type { ShownSession } from '#service/identity/sessions/session-queries.ts';
import { browserName } from './browser-name.ts';
import { type Html, html } from './html.ts';
import { newPasswordFields } from './new-password-fields.ts';
import type { PageContext } from './page.ts';
import { timeAgo } from './time-ago.ts';

export type AccountState = {
  name: string;
  userName: string;
  sessions: readonly ShownSession[];
  devices: readonly Device[];
  hasPassword: boolean;
  complaint: 'notTheSame' | 'unfitPassword' | 'notYourPassword' | undefined;
  isPasswordChanged: boolean;
  now: Date;
};

/** Who one is, where one is signed in, and another password; works without a script. */
export const accountPage = (
  context: PageContext,
  { name, userName, sessions, devices, hasPassword, complaint, isPasswordChanged, now }: AccountState,
): { title: string; body: Html } => {
  const { words, home } = context;
  return {
    title: words.account,
    body: html`
${isPasswordChanged && html`<p class="good" role="status">${words.passwordChanged}</p>`}
<p>${words.signedInAs(`${name} (${userName})`)}</p>
<h2>${words.sessions}</h2>
<p class="hint">${words.sessionsHint}</p>
<ul class="list">${sessions.map((session) => sessionItem(context, session, now))}</ul>
${
  devices.length > 0 &&
  html`<h2>${words.devices}</h2>
<p class="hint">${words.devicesHint}</p>
<ul class="list">${devices.map((device) => deviceItem(context, device, now))}</ul>`
}
<form method="post" action="${home}/account/sign-out-everywhere"><button class="quiet">${words.signOutEverywhere}</button></form>
${hasPassword && passwordForm(context, userName, complaint)}`,
  };
};

const sessionItem = (
  { words, home, language }: PageContext,
  { id, isCurrent, loginProvider, lastSeenAt, address, agent }: ShownSession,
  now: Date,
): Html => {
  const browser = browserName(agent, words);
  const details = [
    isCurrent ? words.thisBrowser : words.lastSeen(timeAgo(lastSeenAt, now, language)),
    address,
    ...(loginProvider === null ? [] : [words.by(loginProvider)]),
  ];
  return html`<li><span><strong>${browser}</strong><br><span class="hint">${details.join(' · ')}</span></span>
<form method="post" action="${home}/account/sessions/${id}/end"><button class="quiet" aria-label="${words.signOutOf(isCurrent ? words.thisBrowser : browser)}">${words.signOut}</button></form></li>
`;
};

const deviceItem = (
  { words, home, language }: PageContext,
  { id, name, loginProvider, lastSeenAt, address, unsentAnswers, unsentPictures }: Device,
  now: Date,
): Html => {
  const unsent = unsentAnswers + unsentPictures;
  const details = [
    words.lastSeen(timeAgo(new Date(lastSeenAt), now, language)),
    address,
    ...(loginProvider === null ? [] : [words.by(loginProvider)]),
    ...(unsent === 0 ? [] : [words.unsent(unsent)]),
  ];
  return html`<li><span><strong>${name}</strong><br><span class="hint">${details.join(' · ')}</span></span>
<form method="post" action="${home}/account/devices/${id}/end"><button class="quiet" aria-label="${words.signOutOf(name)}">${words.signOut}</button></form></li>
`;
};

const passwordForm = (
  { words, home }: PageContext,
  userName: string,
  complaint: AccountState['complaint'],
) => html`
<h2>${words.changePassword}</h2>
${complaint && html`<p class="bad" role="alert" id="complaint">${words[complaint]}</p>`}
<form method="post" action="${home}/account/password">
<input type="hidden" name="username" value="${userName}" autocomplete="username">
<label for="currentPassword">${words.currentPassword}</label>
<input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" required>
${newPasswordFields(words)}
<button>${words.save}</button>
</form>`;
