import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const DialogButtons = ({
  edits: { leave },
  onClose,
  label,
  isBusy,
  disabled = false,
  hasFocus = false,
  canLeave = true,
}: {
  edits: { leave: (close: () => unknown) => Promise<void> };
  onClose: () => unknown;
  label: string;
  isBusy: boolean;
  disabled?: boolean;
  hasFocus?: boolean;
  canLeave?: boolean;
}) => {
  const { t } = useTranslation('general');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" disabled={!canLeave} onClick={() => void leave(onClose)}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isBusy} disabled={disabled} data-autofocus={hasFocus || undefined}>
        {label}
      </Button>
    </Group>
  );
};
