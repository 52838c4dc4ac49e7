import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconWand } from '#kit/icons/icons.ts';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { listUsedNames, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { checkName, createUniqueName, deriveName } from '#portal/workbooks/model/field-names.ts';
import { readText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

const ERROR_KEYS = {
  missing: 'nameMissing',
  malformed: 'nameMalformed',
  tooLong: 'nameTooLong',
  taken: 'nameTaken',
} as const;

/** Applies the new name on blur, because renaming also updates every reference to the field. */
export const NameInput = ({
  edit: { node, findErrorMessage },
  isAsked,
}: {
  edit: FieldEdit;
  isAsked: boolean;
}) => {
  const { t } = useTranslation('field-properties');
  const { t: propertyLabel } = useTranslation('property-labels');
  const { tree, dispatch } = useDesigner();
  const { key, properties } = node;
  const [typed, setTyped] = useState<string | null>(null);
  const otherNames = listUsedNames(tree.nodes, key);
  const inputError = typed === null ? undefined : checkName(typed, otherNames);
  const label = readText(properties.label, '', []);

  const apply = () => {
    if (typed !== null && inputError === undefined && typed !== nameOf(node))
      dispatch({ kind: 'rename', key, name: typed });
    setTyped(null);
  };
  return (
    <TextInput
      label={propertyLabel('name')}
      description={t('nameHint')}
      value={typed ?? nameOf(node)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key: pressed }) => {
        if (pressed === 'Enter') apply();
        if (pressed === 'Escape') setTyped(null);
      }}
      spellCheck={false}
      autoComplete="off"
      error={inputError === undefined ? findErrorMessage('name') : t(ERROR_KEYS[inputError])}
      rightSection={
        label !== '' && (
          <IconButton
            icon={IconWand}
            label={t(isAsked ? 'nameAfterQuestion' : 'nameAfterLabel')}
            onClick={() =>
              dispatch({ kind: 'rename', key, name: createUniqueName(deriveName(label), otherNames) })
            }
          />
        )
      }
    />
  );
};
