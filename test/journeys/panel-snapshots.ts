/** ARIA snapshots of each state of each panel (panel-states.ts), without URLs and dates. */
export const PANEL_SNAPSHOTS: Record<string, string> = {
  'settings: open, with a denied wake lock': `- button "Settings" [expanded]
- region "Reading settings":
  - heading "Reading settings" [level=2]
  - button "Close"
  - group "Page":
    - text: Page
    - radio "Paper"
    - text: Paper
    - radio "Sepia"
    - text: Sepia
    - radio "Night"
    - text: Night
    - radio "Candlelight"
    - text: Candlelight
    - radio "Follow the system" [checked]
    - text: Follow the system
  - group "Typeface":
    - text: Typeface
    - radio "Alegreya A book face" [checked]
    - text: Alegreya A book face
    - radio "Alegreya Sans Plain and clear"
    - text: Alegreya Sans Plain and clear
    - radio "Atkinson Easier to tell apart"
    - text: Atkinson Easier to tell apart
  - text: Text size
  - slider "Text size": "4"
  - group "Line spacing":
    - text: Line spacing
    - radio "Close"
    - text: Close
    - radio "Book" [checked]
    - text: Book
    - radio "Open"
    - text: Open
  - group "Paragraphs":
    - text: Paragraphs
    - radio "Indented" [checked]
    - text: Indented
    - radio "Apart"
    - text: Apart
    - radio "Far apart"
    - text: Far apart
  - group "Column":
    - text: Column
    - radio "Narrow"
    - text: Narrow
    - radio "Medium" [checked]
    - text: Medium
    - radio "Wide"
    - text: Wide
  - group "Alignment":
    - text: Alignment
    - radio "Left" [checked]
    - text: Left
    - radio "Justified"
    - text: Justified
  - checkbox "Hyphenation" [checked]
  - text: Hyphenation
  - group "Page flow":
    - text: Page flow
    - radio "Scroll" [checked]
    - text: Scroll
    - radio "Pages"
    - text: Pages
  - checkbox "Reading ruler"
  - text: Reading ruler
  - checkbox "Highlight old words" [checked]
  - text: Highlight old words
  - checkbox "Keep the screen awake" [checked]
  - text: Keep the screen awake
  - status: The device currently prevents this, for example to save battery.
  - button "Focus mode"
  - button "Present"
  - button "Reset to defaults"
  - status`,
  'settings: floating button': `- button "Settings"
- button "Reading settings"`,
  'reading modes: pages': `- button "Back to the title"
- status: Page 1 of 10
- button "Next page"`,
  'reading modes: keyboard shortcuts': `- dialog "Keyboard shortcuts":
  - heading "Keyboard shortcuts" [level=2]
  - term: Left Right
  - definition: Previous page, next page
  - term: Shift + Space Space
  - definition: The same
  - term: Page up Page down
  - definition: The same
  - term: Home End
  - definition: First page, last page
  - term: Alt + Up Alt + Down
  - definition: Move the ruler
  - term: /
  - definition: Search
  - term: f
  - definition: Turn focus mode on or off
  - term: Esc
  - definition: Close, or exit focus mode
  - term: "?"
  - definition: Show keyboard shortcuts
  - button "Close"`,
  'reading modes: focus mode': `- button "Exit focus mode"`,
  'read aloud: player': `- region "Read aloud":
  - status: Reading
  - text: The Princess and the Pea 7 min left
  - button "Previous sentence"
  - button "Pause"
  - button "Next sentence"
  - 'button "Voice: 1×"'
  - button "Bedtime"
  - button "Stop listening"
  - status`,
  'read aloud: voice and speed': `- 'button "Voice: 1×" [expanded]'
- region "Voice":
  - heading "Voice" [level=2]
  - button "Close"
  - text: Voice
  - combobox "Voice":
    - option "Near (works offline)" [selected]
  - group "Speed":
    - text: Speed
    - button "Slower"
    - status: 1×
    - button "Faster"`,
  'read aloud: bedtime': `- button "Bedtime" [expanded]
- region "Bedtime":
  - heading "Bedtime" [level=2]
  - button "Close"
  - paragraph: Reads by candlelight, then turns the screen dark.
  - group "Tales":
    - text: Tales
    - button "This one"
    - button "One more"
    - button "Two more"
  - group "Minutes":
    - text: Minutes
    - button "5 minutes": "5"
    - button "10 minutes": "10"
    - button "15 minutes": "15"
    - button "20 minutes": "20"
    - button "30 minutes": "30"
    - button "45 minutes": "45"`,
  'read aloud: paused, with a timer set': `- region "Read aloud":
  - status: Paused
  - text: The Princess and the Pea 7 min left
  - button "Previous sentence"
  - button "Play"
  - button "Next sentence"
  - 'button "Voice: 1×"'
  - 'button "Bedtime: 45 min"'
  - button "Stop listening"
  - status`,
  'read aloud: a clicked sentence, with the spoken one out of view': `- button "Back to the voice"
- button "Read from here"`,
  'read aloud: sleep overlay': `- button "Good night. Press any key to close.": Good night`,
  'automatic scrolling: no voices': `- region "Read aloud":
  - status: Paused
  - text: The Princess and the Pea 8 min left
  - button "Previous sentence"
  - button "Play"
  - button "Next sentence"
  - 'button "Speed: 130 words per minute"'
  - button "Bedtime"
  - button "Stop listening"
  - status: This device has no voices. The page scrolls automatically instead.`,
  'automatic scrolling: speed': `- 'button "Speed: 130 words per minute" [expanded]'
- region "Speed":
  - heading "Speed" [level=2]
  - button "Close"
  - group "Words per minute":
    - text: Words per minute
    - button "Slower"
    - status: "130"
    - button "Faster"`,
  'share: the link, with copying blocked': `- dialog "Share this tale":
  - heading "Share this tale" [level=2]
  - button "Close"
  - list:
    - listitem:
      - button "Copy link"
      - textbox "Link to share": 
      - paragraph: Press Ctrl+C to copy
    - listitem:
      - link "Email":
    - listitem:
      - button "Link to a passage"
    - listitem:
      - button "QR code"
    - listitem:
      - button "Print"
    - listitem:
      - button "Present"`,
  'share: a quote that is not in the tale': `- listitem:
  - button "Link to a passage" [expanded]
  - text: Quote
  - textbox "Quote" [invalid]: the moon was made of cheese
  - paragraph: Select text in the tale first, or type it here. The link opens the tale at the quote.
  - alert: This quote is not in the tale
  - button "Copy link to quote"`,
  'share: QR code': `- listitem:
  - button "QR code" [expanded]
  - figure "
    - img "QR code that opens The Frog King"
    - text: 
  - link "Download":
  - button "Print QR code"`,
  'share: print': `- listitem:
  - button "Print" [expanded]
  - group "How to print":
    - text: How to print
    - radio "Normal Clean pages in your text size" [checked]
    - text: Normal Clean pages in your text size
    - radio "Large print 18 point, sans serif, wide line spacing"
    - text: Large print 18 point, sans serif, wide line spacing
    - radio "Booklet Two pages per side, in folding order"
    - text: Booklet Two pages per side, in folding order
  - checkbox "Add a glossary of old words"
  - text: Add a glossary of old words
  - checkbox "With discussion questions" [checked]
  - text: With discussion questions
  - button "Print"`,
  'share: booklet': `- listitem:
  - button "Print" [expanded]
  - group "How to print":
    - text: How to print
    - radio "Normal Clean pages in your text size"
    - text: Normal Clean pages in your text size
    - radio "Large print 18 point, sans serif, wide line spacing"
    - text: Large print 18 point, sans serif, wide line spacing
    - radio "Booklet Two pages per side, in folding order" [checked]
    - text: Booklet Two pages per side, in folding order
  - text: Paper
  - combobox "Paper":
    - option "A4"
    - option "Letter" [selected]
  - paragraph: In the print dialog, choose both sides, flipped on the short edge. Stack the sheets and fold them in the middle.
  - checkbox "With discussion questions"
  - text: With discussion questions
  - button "Print"`,
  'share: text selected': `- button "Share this passage"`,
  'a linked passage: highlighted': `- mark: He took off his cap`,
  'old word: definition': `- dialog "parlour":
  - heading "parlour" [level=2]
  - button "Close"
  - paragraph: The best room of a house, for sitting and for guests.
  - link "All old words":
  - button "Turn off highlighting"`,
  'save: a collection without a name': `- button "Save" [expanded]
- region "Save Rapunzel":
  - heading "Save to" [level=2]
  - button "Close"
  - group "Collections":
    - text: Collections
    - checkbox "Read later"
    - text: Read later
    - checkbox "Save offline"
    - text: Save offline
  - text: New collection
  - textbox "New collection" [invalid]
  - button "Add"
  - alert: Name is required`,
  'save: a browser without storage': `- alert:
  - strong: This browser cannot save tales
  - button "Dismiss"
  - paragraph: Private windows and blocked storage prevent saving for offline reading.`,
  'offline page, storage denied: message': `- status:
  - paragraph: That page is not available offline. You can read the tales listed here.
  - link "Try again":
- paragraph: This browser cannot save tales. Private windows and blocked storage prevent saving for offline reading.`,
  'offline page, loading: skeleton': `- paragraph: Without a network
- heading "Saved on this device" [level=1]
- paragraph: For the car, the cabin and the end of the garden.
- status: Loading`,
  'tale finder, with a measured reading speed: on the home page': `- paragraph:
  - text: At your reading speed (140 words per minute aloud).
  - button "Reset"`,
  'tale finder, no results: message': `- region "What fits":
  - heading "No tale fits that wish" [level=2]
  - paragraph: Loosen a filter and try again.
  - paragraph:
    - link "Read silently":
    - link "10 minutes":
    - link "Browse Tales":`,
  'finished tale: while reading': `- paragraph: About 6 minutes left`,
  'finished tale: marked as read, with related tales': `- paragraph:
  - button "Mark as unread"`,
  'finished tale: its card, and the filter for finished tales': `- checkbox "Hide finished tales"
- text: Hide finished tales
- status`,
  'setup checklist: folded': `- region "Set up your site":
  - group:
    - heading "Set up your site" [level=2]
    - text: 1 of 5 done`,
  'setup checklist: unfolded': `@`,
  'tales of the day: upcoming': `- region "Choose a tale":
  - heading "Choose a tale" [level=2]
  - text: Night
  - textbox "Night"
  - text: Tale
  - searchbox "Tale"
  - status
  - list`,
};
