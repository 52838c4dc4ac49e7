import type {
  LoginProvider,
  LoginProviders,
  LoginProviderTest,
  LoginProviderUpdate,
  NewLoginProvider,
} from '#contract/login-provider.ts';
import type { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import { buildUrl, get, patch, post, put, remove } from './request.ts';

const PROVIDERS = '/api/v1/login-providers';

export const listLoginProviders = () => get<LoginProviders>(PROVIDERS);
export const readLoginProvider = (id: string) => get<LoginProvider>(`${PROVIDERS}/${id}`);
export const createLoginProvider = (provider: NewLoginProvider) => post<LoginProvider>(PROVIDERS, provider);
export const editLoginProvider = (
  { id, revision }: Pick<LoginProvider, 'id' | 'revision'>,
  provider: LoginProviderUpdate,
) => put<LoginProvider>(`${PROVIDERS}/${id}`, provider, { revision });
export const deleteLoginProvider = ({ id, revision }: LoginProvider) =>
  remove<unknown>(`${PROVIDERS}/${id}`, { revision });
export const testLoginProvider = (id: string) =>
  post<LoginProviderTest>(`${PROVIDERS}/${id}/test`, undefined);

/** The page shows the result of the test and signs nobody in. */
export const signInTestUrl = (id: string): string => buildUrl(`/sign-in/test/${id}`);

export const readSignInSettings = () => get<SignInSettings>('/api/v1/sign-in-settings');
export const editSignInSettings = (change: SignInSettingsPatch, revision: number) =>
  patch<SignInSettings>('/api/v1/sign-in-settings', change, { revision });
