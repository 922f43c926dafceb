import Foundation

/// The plugin that shows any card.
enum CardPlugin {
    static let id = "test.mayfly.cards"

    /// A bundle of it that shows this card, with the picture `picture.png` of red and other colours.
    static func showing(_ card: String, picture: String = "palette.png") throws -> String {
        let bundle = try PluginWorkshop.bundle("cards")
        try Data(card.utf8).write(to: URL(filePath: bundle + "/card.json"))
        try Data(try SampleFiles.bytes(picture)).write(to: URL(filePath: bundle + "/picture.png"))
        return bundle
    }

    /// A card of this body with these actions.
    static func card(_ body: String, actions: String = "") -> String {
        #"{"type":"AdaptiveCard","version":"1.5","body":[\#(body)],"actions":[\#(actions)]}"#
    }

    /// A card with every element, input and action. Its controls begin with a button that shows a card, called `more`, and a link.
    static let everything = #"""
        {"type":"AdaptiveCard","version":"1.5","speak":"All there is","lang":"en","rtl":false,"minHeight":"100px",
         "verticalContentAlignment":"center","backgroundImage":{"url":"bundle:picture.png","fillMode":"repeat"},
         "body":[
          {"type":"ActionSet","id":"first","spacing":"large","actions":[
           {"type":"Action.ShowCard","id":"more","title":"More","card":{"type":"AdaptiveCard","body":[
            {"type":"Input.Text","id":"inner","label":"Inner","style":"email","regex":"^a"}]}},
           {"type":"Action.OpenUrl","title":"Open","url":"https://example.org/a","style":"positive","tooltip":"Look"},
           {"type":"Action.ToggleVisibility","title":"Hide","targetElements":["first"],"mode":"secondary"},
           {"type":"Action.Execute","verb":"do","title":"","iconUrl":"bundle:picture.png","isEnabled":false}]},
          {"type":"TextBlock","text":"**Bold** [link](https://example.org/b) {{DATE(2026-05-31T18:30:00Z,SHORT)}}\n- one\n2. two",
           "style":"heading","wrap":true,"maxLines":3,"horizontalAlignment":"center"},
          {"type":"RichTextBlock","inlines":["plain ",{"type":"TextRun","text":"run","italic":true,"underline":true,
           "strikethrough":true,"highlight":true,"fontType":"monospace","isSubtle":true,"color":"good","size":"small",
           "weight":"lighter"}]},
          {"type":"Image","url":"bundle:picture.png","altText":"Red","style":"person","width":"20px","height":"10px",
           "backgroundColor":"#ff0000","horizontalAlignment":"right","selectAction":{"type":"Action.Submit"}},
          {"type":"ImageSet","imageSize":"small","images":[{"type":"Image","url":"https://example.org/c.png","altText":"Far"}]},
          {"type":"Media","poster":"bundle:picture.png","altText":"Film","sources":[
           {"mimeType":"video/mp4","url":"https://example.org/d.mp4"}]},
          {"type":"Container","style":"emphasis","bleed":true,"separator":true,"height":"stretch","items":[]},
          {"type":"ColumnSet","horizontalAlignment":"center","columns":[{"width":"auto","id":"c"},{"width":"stretch"},{"width":2},
           {"width":"30px","separator":true,"spacing":"none"}]},
          {"type":"Table","columns":[{"width":1,"horizontalCellContentAlignment":"right"},{"width":"40px"}],"gridStyle":"accent",
           "verticalCellContentAlignment":"bottom","rows":[{"type":"TableRow","style":"good","cells":[
            {"type":"TableCell","items":[{"type":"TextBlock","text":"cell"}]}]}]},
          {"type":"FactSet","facts":[{"title":"Name","value":"_Value_"}]},
          {"type":"Input.Text","id":"t","isRequired":true,"placeholder":"write","isMultiline":true,"maxLength":9,
           "inlineAction":{"type":"Action.Submit","title":"In"}},
          {"type":"Input.Number","id":"n","min":1,"max":9,"value":3},
          {"type":"Input.Date","id":"d","label":"Day","min":"2026-01-01"},{"type":"Input.Time","id":"i","value":"18:30"},
          {"type":"Input.Toggle","id":"g","title":"On","wrap":true},
          {"type":"Input.ChoiceSet","id":"c","style":"filtered","isMultiSelect":true,"placeholder":"choose","wrap":true,
           "choices":[{"title":"A","value":"a"}]}],
         "actions":[{"type":"Action.Submit","id":"go","title":"Go","style":"destructive"}]}
        """#
}
