import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';

export const DeviceLink = ({ id, name, owner }: { id: string; name: string; owner: string }) => {
  const { t } = useTranslation('devices');
  return (
    <AnchorLink
      from="/devices"
      to="."
      search={(prev) => ({ ...prev, device: id })}
      replace
      resetScroll={false}
      aria-label={t('details', { device: name, name: owner })}
    >
      {name}
    </AnchorLink>
  );
};
