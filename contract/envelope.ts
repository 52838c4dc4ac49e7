import { type Static, type TSchema, Type } from 'typebox';
import { DEVICE_ERASURE_REQUESTED } from './device.ts';
import { Nullable } from './nullable.ts';

/** See the contract, Error objects. The names in `members` start with a lowercase letter. */
const ValidationError = Type.Object(
  {
    code: Type.Integer({ description: 'Reserved for future use' }),
    message: Type.String(),
    members: Type.Array(Type.String()),
  },
  { title: 'ValidationError' },
);

/** See the contract, Error objects. */
export const ErrorObject = Type.Object(
  {
    code: Type.Integer({ description: 'Reserved for future use' }),
    message: Type.String({ description: 'The error as a sentence, in English' }),
    details: Nullable(Type.String()),
    validationErrors: Nullable(Type.Array(ValidationError)),
  },
  { title: 'Error' },
);
export type ErrorObject = Static<typeof ErrorObject>;

const Success = { success: Type.Boolean(), error: Nullable(ErrorObject) };
const Authorization = { unAuthorizedRequest: Type.Boolean() };

/** The property order follows decision W4. */
export const ResponseEnvelope = <Result extends TSchema>(result: Result) =>
  Type.Object({ success: Success.success, result: Nullable(result), error: Success.error, ...Authorization });

/** See decision T14. */
export const EmptyResponse = Type.Object(
  { success: Success.success, result: Type.Null(), error: Success.error, ...Authorization },
  { title: 'EmptyResponse' },
);

/** The change feed's response envelope (contract, What the service does; property order: decision W4). */
export const ChangeFeedEnvelope = <Result extends TSchema>(result: Result) =>
  Type.Object({
    result: Nullable(result),
    targetUrl: Nullable(Type.String()),
    ...Success,
    ...Authorization,
    __abp: Type.Boolean(),
  });

/** See decision W5. */
export const List = <Item extends TSchema>(item: Item) =>
  Type.Object({ results: Type.Array(item), __count: Type.Integer() });

export const ErrorResponse = Type.Object(
  { success: Type.Literal(false), result: Type.Null(), error: ErrorObject, ...Authorization },
  { title: 'ErrorResponse' },
);

/** Errors from /api/v1 (RFC 9457). */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({
      description: `\`about:blank\`, except for problems that clients must handle: after \`${DEVICE_ERASURE_REQUESTED}\` the app must erase its data on the device`,
    }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          message: Type.String(),
          at: Type.Optional(
            Type.Integer({
              description: 'For an error in an expression: offset of the first character, from 0',
            }),
          ),
        }),
        { description: 'One entry per invalid field' },
      ),
    ),
  },
  { title: 'ProblemDetails' },
);
