import { useWatch } from 'react-hook-form';
import type { SettingControl } from './setting-fields.ts';
import { WatermarkPreview } from './watermark-preview.tsx';

/** The mark as it is typed, without drawing the whole form anew at every key. */
export function TypedWatermark({ control }: { control: SettingControl }) {
  const [text, opacity, size] = useWatch({
    control,
    name: ['watermark_text', 'watermark_opacity_percent', 'watermark_size_percent'],
  });
  return <WatermarkPreview text={String(text)} opacityPercent={String(opacity)} sizePercent={String(size)} />;
}
