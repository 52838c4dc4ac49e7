import { Type } from 'typebox';

export const Uuid = (description: string) => Type.String({ format: 'uuid', description });
export const OptionalUuid = (description: string) => Type.Optional(Uuid(description));
