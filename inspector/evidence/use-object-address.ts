import { useEffect, useState } from 'react';

/** An address of a picture for `<img>`, as long as it is shown: it takes memory until it is given back. */
export const useObjectAddress = (source: Blob): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(source);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [source]);
  return address;
};
