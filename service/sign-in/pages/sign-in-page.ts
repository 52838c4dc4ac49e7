import { type Html, html } from './html.ts';
import type { PageContext } from './page.ts';

/** What stands in the form, and what is said about it. */
export type SignInState = {
  userName: string;
  tenancyName: string;
  /** Whether there are organisations to choose from. */
  asksForTenant: boolean;
  providers: readonly { name: string; address: string }[];
  complaint: 'wrong' | 'incomplete' | undefined;
  /** Somebody has chosen a password and is to sign in with it. */
  isPasswordSaved: boolean;
};

/**
 * Signing in by password or by one of the organisation's providers; works without a script. The form is posted to the
 * address of the page, which says in which language one reads and where one wants to go on.
 */
export const signInPage = (
  { words }: PageContext,
  { userName, tenancyName, asksForTenant, providers, complaint, isPasswordSaved }: SignInState,
): { title: string; body: Html } => ({
  title: words.signInTo,
  body: html`
${complaint && html`<p class="bad" role="alert" id="complaint">${words[complaint]}</p>`}
${isPasswordSaved && html`<p class="good" role="status">${words.passwordSaved}</p>`}
<form method="post">
${
  asksForTenant
    ? html`<label for="tenancyName">${words.organisation}</label>
<input id="tenancyName" name="tenancyName" value="${tenancyName}" autocomplete="organization" autocapitalize="none" spellcheck="false" required>`
    : html`<input type="hidden" name="tenancyName" value="${tenancyName}">`
}
<label for="username">${words.userName}</label>
<input id="username" name="username" value="${userName}" autocomplete="username" autocapitalize="none" spellcheck="false" required${complaint && html` aria-describedby="complaint"`}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${complaint && html` aria-describedby="complaint"`}>
<button>${words.signIn}</button>
</form>
<p class="hint">${words.forgotPassword}</p>
${
  providers.length > 0 &&
  html`<p class="or">${words.or}</p>
<nav class="providers" aria-label="${words.signIn}">${providers.map(
    ({ name, address }) => html`<a class="button quiet" href="${address}">${words.signInWith(name)}</a>
`,
  )}</nav>`
}`,
});
