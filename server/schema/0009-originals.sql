-- ## images

-- Originals are read again before they are next sent, because positions and names in some of their notes were missed before.
delete from clean_originals;
