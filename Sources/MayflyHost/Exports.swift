// The embedder's one import: what its calls take and give is declared in the modules below.
@_exported public import MayflyBundles
@_exported public import MayflyModel
@_exported public import MayflyStore
@_exported public import MayflyViews
@_exported public import MayflyWorkers
