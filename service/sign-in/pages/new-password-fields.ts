import { type Html, html } from './html.ts';
import type { PageTranslator } from './page-translators.ts';

/** Renders the fields for a new password, which is entered twice because typos are not visible. */
export const renderNewPasswordFields = (t: PageTranslator): Html => html`
<label for="newPassword">${t('newPassword')}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" aria-describedby="newPasswordHint" required>
<p class="hint" id="newPasswordHint">${t('newPasswordHint')}</p>
<label for="repeated">${t('repeatPassword')}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>`;
