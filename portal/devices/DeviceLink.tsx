import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { useDevicesWords } from './words.ts';

/** Opens what is known of a device beside the list that is looked at. */
export const DeviceLink = ({ id, name, person }: { id: string; name: string; person: string }) => {
  const t = useDevicesWords();
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
