import { useWatch } from 'react-hook-form';
import type { SettingControl } from './setting-fields.ts';
import { WatermarkPreview } from './watermark-preview.tsx';

/** Watches the watermark fields in a component of their own, so that typing does not render the whole form. */
export function TypedWatermark({ control }: { control: SettingControl }) {
  const [text, opacity, size] = useWatch({
    control,
    name: ['watermark_text', 'watermark_opacity_percent', 'watermark_size_percent'],
  });
  return <WatermarkPreview text={String(text)} opacityPercent={String(opacity)} sizePercent={String(size)} />;
}
