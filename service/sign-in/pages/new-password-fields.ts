import { type Html, html } from './html.ts';
import type { Words } from './words.ts';

/** A new password, typed twice: what nobody sees may be mistyped. */
export const newPasswordFields = (words: Words): Html => html`
<label for="newPassword">${words.newPassword}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" aria-describedby="newPasswordHint" required>
<p class="hint" id="newPasswordHint">${words.newPasswordHint}</p>
<label for="repeated">${words.repeatPassword}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>`;
