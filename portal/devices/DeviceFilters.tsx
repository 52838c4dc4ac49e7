import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFullName } from '#kit/full-name.ts';
import { IconX } from '#kit/icons/icons.ts';
import { readUser } from '#portal/api/users.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { SearchField } from '#portal/ui/SearchField.tsx';
import {
  DAYS_WITHOUT_CONTACT,
  DEVICE_STATES,
  type DeviceState,
  type DevicesSearch,
} from './devices-search.ts';

type Props = { search: DevicesSearch; onChange: (changes: Partial<DevicesSearch>) => void };

/** Former devices come from the audit log and can be filtered only by state. */
export const DeviceFilters = ({ search, onChange }: Props) => {
  const { t } = useTranslation('devices');
  const canReadAudit = useHasPermission('Audit.Read');
  const { state, userId, hasUnsentData, daysWithoutContact } = search;
  const isFormer = state === 'ended' || state === 'erased';
  const states = canReadAudit ? DEVICE_STATES : DEVICE_STATES.slice(0, 2);
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      {!isFormer && (
        <SearchField label={t('search')} value={search.text ?? ''} onSearch={(text) => onChange({ text })} />
      )}
      <Select
        aria-label={t('state')}
        placeholder={t('anyState')}
        clearable
        data={states.map((value) => ({ value, label: t(value) }))}
        value={state ?? null}
        onChange={(value) => onChange({ state: (value ?? undefined) as DeviceState | undefined })}
        w={{ base: '100%', xs: 200 }}
      />
      {!isFormer && (
        <>
          <Select
            aria-label={t('unsent')}
            placeholder={t('anyUnsent')}
            clearable
            data={[
              { value: 'true', label: t('hasUnsent') },
              { value: 'false', label: t('allSent') },
            ]}
            value={hasUnsentData === undefined ? null : String(hasUnsentData)}
            onChange={(value) => onChange({ hasUnsentData: value === null ? undefined : value === 'true' })}
            w={{ base: '100%', xs: 260 }}
          />
          <Select
            aria-label={t('silence')}
            placeholder={t('anySilence')}
            clearable
            data={DAYS_WITHOUT_CONTACT.map((count) => ({
              value: String(count),
              label: t('daysWithoutContact', { count }),
            }))}
            value={daysWithoutContact === undefined ? null : String(daysWithoutContact)}
            onChange={(value) =>
              onChange({ daysWithoutContact: DAYS_WITHOUT_CONTACT.find((days) => String(days) === value) })
            }
            w={{ base: '100%', xs: 220 }}
          />
          {userId !== undefined && (
            <PersonFilter userId={userId} onClear={() => onChange({ userId: undefined })} />
          )}
        </>
      )}
    </Group>
  );
};

const PersonFilter = ({ userId, onClear }: { userId: number; onClear: () => void }) => {
  const { t } = useTranslation('devices');
  const user = useQuery({ queryKey: ['users', userId], queryFn: () => readUser(userId) });
  return (
    <Button
      variant="default"
      rightSection={<IconX size={14} aria-hidden />}
      title={t('allDevices')}
      onClick={onClear}
    >
      {t('onlyOf', { name: user.data ? formatFullName(user.data) : '…' })}
    </Button>
  );
};
