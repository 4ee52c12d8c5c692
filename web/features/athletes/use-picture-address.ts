import { useEffect, useState } from 'react';

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
