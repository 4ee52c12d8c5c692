import { useEffect, useState } from 'react';

/** An address for a picture that is only in this browser, for as long as it is shown. */
export function usePictureAddress(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const own = URL.createObjectURL(picture);
    setAddress(own);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(own);
    };
  }, [picture]);
  return address;
}
