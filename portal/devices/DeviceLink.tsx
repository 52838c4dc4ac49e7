import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';

/** Opens the details of a device next to the list. */
export const DeviceLink = ({ id, name, person }: { id: string; name: string; person: string }) => {
  const { t } = useTranslation('devices');
  return (
    <AnchorLink
      from="/devices"
      to="."
      search={(before) => ({ ...before, device: id })}
      replace
      resetScroll={false}
      aria-label={t('details', { device: name, name: person })}
    >
      {name}
    </AnchorLink>
  );
};
