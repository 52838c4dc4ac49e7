import { type Static, type TSchema, Type } from 'typebox';
import { DEVICE_TO_BE_ERASED } from './device.ts';

/** Why one field is invalid (contract, Error objects). `members` start with a lowercase letter. */
export const ValidationError = Type.Object(
  {
    code: Type.Integer({ description: 'Reserved for future use' }),
    message: Type.String(),
    members: Type.Array(Type.String()),
  },
  { title: 'ValidationError' },
);
export type ValidationError = Static<typeof ValidationError>;

/** contract, Error objects */
export const ErrorObject = Type.Object(
  {
    code: Type.Integer({ description: 'Reserved for future use' }),
    message: Type.String({ description: 'Readable error title' }),
    details: Type.Union([Type.String(), Type.Null()]),
    validationErrors: Type.Union([Type.Array(ValidationError), Type.Null()]),
  },
  { title: 'Error' },
);
export type ErrorObject = Static<typeof ErrorObject>;

const Success = { success: Type.Boolean(), error: Type.Union([ErrorObject, Type.Null()]) };
const Authorization = { unAuthorizedRequest: Type.Boolean() };

/** The answer of every service of the given contract, members in the order of decision W4. */
export const Envelope = <Result extends TSchema>(result: Result) =>
  Type.Object({
    success: Success.success,
    result: Type.Union([result, Type.Null()]),
    error: Success.error,
    ...Authorization,
  });

/** The envelope of an operation without result (decision T14). */
export const Done = Type.Object(
  { success: Success.success, result: Type.Null(), error: Success.error, ...Authorization },
  { title: 'Done' },
);

/** The change feed's envelope (contract, What the service does; order by decision W4). */
export const ChangeEnvelope = <Result extends TSchema>(result: Result) =>
  Type.Object({
    result: Type.Union([result, Type.Null()]),
    targetUrl: Type.Union([Type.String(), Type.Null()]),
    ...Success,
    ...Authorization,
    __abp: Type.Boolean(),
  });

/** A list as the contract gives it: the items, and how many (decision W5). */
export const List = <Item extends TSchema>(item: Item) =>
  Type.Object({ results: Type.Array(item), __count: Type.Integer() });

/** What is answered beside HTTP 200: sign-in or a permission is missing, the body is unfit, the server is in trouble. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    result: Type.Null(),
    error: ErrorObject,
    ...Authorization,
  },
  { title: 'Failure' },
);

/** The errors of /api/v1 (RFC 9457). */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({
      description: `about:blank, but for what a program must recognise: ${DEVICE_TO_BE_ERASED} means to erase what is on this device`,
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
              description: 'Of a fault within an expression: the place of its first character',
            }),
          ),
        }),
        { description: 'One entry per offending field' },
      ),
    ),
  },
  { title: 'ProblemDetails' },
);
