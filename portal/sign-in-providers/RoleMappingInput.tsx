import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MappingRows } from './MappingRows.tsx';
import type { RoleRow } from './provider-form.ts';

export const RoleMappingInput = ({
  roleNames,
  ...mapping
}: {
  claim: string;
  rows: readonly RoleRow[];
  roleNames: string[];
  error: string | undefined;
  conflict: string | undefined;
  onChange: (claim: string, rows: RoleRow[]) => void;
}) => {
  const { t } = useTranslation('sign-in-providers');
  return (
    <MappingRows
      {...mapping}
      title={t('roleMapping')}
      hint={t('roleMappingHint')}
      emptyRow={{ value: '', roles: [] }}
      renderTarget={(row, number, edit) => (
        <MultiSelect
          searchable
          aria-label={t('rolesOf', { number })}
          data={[...new Set([...roleNames, ...row.roles])]}
          value={row.roles}
          onChange={(roles) => edit({ roles })}
          flex={3}
        />
      )}
    />
  );
};
