import { type Html, html } from './html.ts';
import type { PageContext } from './page.ts';

export type SignInPageData = {
  userName: string;
  tenancyName: string;
  /** True if there is more than one organisation. */
  hasTenantField: boolean;
  providers: readonly { name: string; url: string }[];
  formError: 'wrong' | 'incomplete' | undefined;
  /** True if the user has only just chosen a password. */
  isPasswordSaved: boolean;
};

/** Works without scripts. The form is posted to the page's own URL, which contains the language and `returnTo`. */
export const renderSignInPage = (
  { t }: PageContext,
  { userName, tenancyName, hasTenantField, providers, formError, isPasswordSaved }: SignInPageData,
): { title: string; body: Html } => ({
  title: t('signInTo'),
  body: html`
${formError && html`<p class="bad" role="alert" id="formError">${t(formError === 'wrong' && hasTenantField ? 'wrongInOrganisation' : formError)}</p>`}
${isPasswordSaved && html`<p class="good" role="status">${t('passwordSaved')}</p>`}
<form method="post">
${
  hasTenantField
    ? html`<label for="tenancyName">${t('organisation')}</label>
<input id="tenancyName" name="tenancyName" value="${tenancyName}" autocomplete="organization" autocapitalize="none" spellcheck="false" required>`
    : html`<input type="hidden" name="tenancyName" value="${tenancyName}">`
}
<label for="username">${t('userName')}</label>
<input id="username" name="username" value="${userName}" autocomplete="username" autocapitalize="none" spellcheck="false" required${formError && html` aria-describedby="formError"`}>
<label for="password">${t('password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${formError && html` aria-describedby="formError"`}>
<button>${t('signIn')}</button>
</form>
<p class="hint">${t('forgotPassword')}</p>
${
  providers.length > 0 &&
  html`<p class="or">${t('or')}</p>
<nav class="providers" aria-label="${t('signIn')}">${providers.map(
    ({ name, url }) => html`<a class="button quiet" href="${url}">${t('signInWith', { provider: name })}</a>
`,
  )}</nav>`
}`,
});
