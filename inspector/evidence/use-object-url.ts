import { useEffect, useState } from 'react';

/** Returns an object URL for `<img>` and revokes it when it is no longer shown, to free memory. */
export const useObjectUrl = (source: Blob): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(source);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [source]);
  return address;
};
