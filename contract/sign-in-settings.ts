import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';

const settings = {
  passwordGrant: Type.Boolean({
    description:
      "Whether applications can obtain access tokens with a user's name and password (`grant_type=password`). " +
      'This can also be disabled for individual users. Existing access tokens stay valid for up to 30 minutes',
  }),
  allowedRedirectUris: Type.Array(
    Type.String({ maxLength: 2_000, examples: ['https://assets.example.org/signed-in'] }),
    {
      maxItems: 100,
      description:
        "URLs, other than this server's own, to which a browser may be redirected with an access token after an " +
        'external sign-in: absolute http or https URLs without a user name or fragment',
    },
  ),
};

export const SignInSettings = Type.Object({ ...settings, revision: Revision }, { title: 'SignInSettings' });
export type SignInSettings = Static<typeof SignInSettings>;

/** Omitted properties are left unchanged; a list replaces the previous one. */
export const SignInSettingsPatch = Type.Partial(Type.Object(settings), {
  title: 'SignInSettingsPatch',
  additionalProperties: false,
  minProperties: 1,
});
export type SignInSettingsPatch = Static<typeof SignInSettingsPatch>;
