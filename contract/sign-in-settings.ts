import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';

const settings = {
  passwordGrant: Type.Boolean({
    description:
      'Whether programs may get access tokens by the user name and password of a person, `grant_type=password`. ' +
      'A user may have it switched off as well. Tokens that were issued live on for at most half an hour',
  }),
  allowedRedirectUris: Type.Array(
    Type.String({ maxLength: 2_000, examples: ['https://assets.example.org/signed-in'] }),
    {
      maxItems: 100,
      description:
        "Where a browser may be sent with an access token after an external sign-in, beside this server's own " +
        'addresses: absolute http or https addresses without user name and fragment',
    },
  ),
};

/** How people may sign in to an organisation. */
export const SignInSettings = Type.Object({ ...settings, revision: Revision }, { title: 'SignInSettings' });
export type SignInSettings = Static<typeof SignInSettings>;

/** What is absent stays; a list is replaced as a whole. */
export const SignInSettingsPatch = Type.Partial(Type.Object(settings), {
  title: 'SignInSettingsPatch',
  additionalProperties: false,
  minProperties: 1,
});
export type SignInSettingsPatch = Static<typeof SignInSettingsPatch>;
