import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MappingProps, MappingRows } from './MappingRows.tsx';
import type { RoleRow } from './provider-form.ts';

type Props = MappingProps<RoleRow> & { roleNames: string[] };

export const RoleMappingInput = ({ roleNames, ...mapping }: Props) => {
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
