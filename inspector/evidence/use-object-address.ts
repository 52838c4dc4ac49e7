import { useEffect, useState } from 'react';

/** An address of a picture for `<img>`, as long as it is shown: a Blob's takes memory until it is given back. */
export const useObjectAddress = (source: Blob | string): string | undefined => {
  const [address, setAddress] = useState(typeof source === 'string' ? source : undefined);
  useEffect(() => {
    if (typeof source === 'string') {
      setAddress(source);
      return undefined;
    }
    const made = URL.createObjectURL(source);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [source]);
  return address;
};
