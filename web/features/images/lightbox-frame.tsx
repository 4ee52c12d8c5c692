import { useEffect } from 'react';
import {
  ACTION_CLOSE,
  type Component,
  createModule,
  LightboxRoot,
  MODULE_NAVIGATION,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  MODULE_TOOLBAR,
  type Plugin,
  useEvents,
} from 'yet-another-react-lightbox/core';

/** The library still asks to close when a photo is pulled down. */
const Frame: Component = ({ children, close }) => {
  const { subscribe } = useEvents();
  useEffect(() => subscribe(ACTION_CLOSE, () => close()), [subscribe, close]);
  return <LightboxRoot className="relative size-full">{children}</LightboxRoot>;
};

/** Our dialog replaces the library's window, toolbar and arrows; swiping, pulling and zooming stay. */
export const carouselOnly: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL);
  remove(MODULE_TOOLBAR);
  remove(MODULE_NAVIGATION);
  replace(MODULE_PORTAL, createModule('frame', Frame));
};
