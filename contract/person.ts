import { Type } from 'typebox';

export const personFields = {
  id: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  surname: Type.String(),
};

export const Person = Type.Object(personFields);
